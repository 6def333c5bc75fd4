/** What can be looked for. */
export const KINDS = ['assets', 'brokers', 'transactions', 'reports', 'pages'] as const
export type Kind = (typeof KINDS)[number]
