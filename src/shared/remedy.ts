/**
 * What is known of the figures in a request that mends something: `known` = it is ready to be sent; `proposed` = figures of the ledger stand in for those
 * that a person may know better; `missing` = where the body has `null`, a person has to fill one in.
 */
export const FIGURES = ['known', 'proposed', 'missing'] as const
export type Figures = (typeof FIGURES)[number]
