/**
 * MIC, name, country (ISO 3166), usual trading currency, city, and for a market segment the MIC of its operator.
 * The relevant exchanges of ISO 10383 (market identifier codes) as published in February 2025, with later renamings that are known;
 * names are the ones the markets use themselves. Currencies are the usual ones, not part of ISO 10383.
 */
export type ExchangeRow = readonly [
  mic: string,
  name: string,
  country: string | null,
  currency: string | null,
  city: string | null,
  operatingMic?: string,
]
