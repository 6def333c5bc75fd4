/** The parts of an OpenAPI 3.1 document that we touch. */
export type Schema = {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  readonly allOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly format?: string
  readonly minimum?: number
  readonly default?: unknown
  readonly example?: unknown
  readonly description?: string
}
export type Media = { readonly schema?: Schema; readonly example?: unknown }
export type Content = Readonly<Record<string, Media>>
export type Header = { readonly description: string; readonly schema: Schema }
export type Response = {
  readonly description: string
  readonly content?: Content
  readonly headers?: Readonly<Record<string, Header>>
}
export type Parameter = {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
}
export type Operation = {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description: string
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly required?: boolean; readonly description?: string; readonly content: Content }
  readonly responses: Readonly<Record<string, Response>>
}
export type PathItem = Readonly<Record<string, Operation>>
export type Document = {
  readonly openapi: string
  readonly info: Readonly<Record<string, unknown>>
  readonly servers: readonly { readonly url: string; readonly description?: string }[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, PathItem>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly securitySchemes: Readonly<Record<string, unknown>>
  }
}
