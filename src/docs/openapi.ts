import type {
  HeaderObject,
  LinkObject,
  MediaTypeObject,
  OpenAPIObject,
  OperationObject,
  ParameterObject,
  RequestBodyObject,
  ResponseObject,
  SchemaObject,
} from 'openapi3-ts/oas31'

/** The parts of an OpenAPI 3.1 document while it is made: everything in its place, references to schemas only. */
export type Schema = Omit<SchemaObject, 'properties' | 'items' | 'additionalProperties' | 'allOf' | 'anyOf' | 'oneOf'> & {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly additionalProperties?: boolean | Schema
  readonly allOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
}
export type Media = Omit<MediaTypeObject, 'schema'> & { readonly schema?: Schema }
export type Content = Readonly<Record<string, Media>>
export type Header = Omit<HeaderObject, 'schema'> & { readonly schema: Schema }
export type Link = LinkObject
export type Parameter = Omit<ParameterObject, 'schema'> & { readonly schema: Schema }
export type Response = Omit<ResponseObject, 'headers' | 'content' | 'links'> & {
  readonly headers?: Readonly<Record<string, Header>>
  readonly content?: Content
  readonly links?: Readonly<Record<string, Link>>
}
type Given = 'operationId' | 'tags' | 'summary' | 'description' | 'security'
export type Operation = Required<Pick<OperationObject, Given>> & {
  readonly 'x-idempotent'?: boolean
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: Omit<RequestBodyObject, 'content'> & { readonly content: Content }
  readonly responses: Readonly<Record<string, Response>>
}
export type PathItem = Readonly<Record<string, Operation>>
export type Document = Required<Pick<OpenAPIObject, 'openapi' | 'info' | 'servers' | 'tags'>> & {
  readonly paths: Readonly<Record<string, PathItem>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly securitySchemes: Readonly<Record<string, unknown>>
  }
}
