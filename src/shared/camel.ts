/** `cost_basis` as `costBasis`. */
export type Camel<Name extends string> = Name extends `${infer First}_${infer Rest}` ? `${First}${Capitalize<Camel<Rest>>}` : Name
