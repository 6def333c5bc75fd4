/** A count with its noun: in French 0 and 1 are singular. */
export const some = (n: number, figure: string, one: string, several: string) => `${figure} ${n < 2 ? one : several}`
