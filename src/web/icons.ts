import { raw } from 'hono/html'

/** Single paths of Lucide 1.65 (ISC licence; Lucide Contributors). Only those that are used. */
const PATHS = {
  overview: '<path d="M3 3v16a2 2 0 0 0 2 2h16"/><path d="M18 17V9"/><path d="M13 17V5"/><path d="M8 17v-3"/>',
  holdings: '<path d="m12 3-9 5 9 5 9-5-9-5Z"/><path d="m3 13 9 5 9-5"/>',
  transactions: '<path d="m16 3 4 4-4 4"/><path d="M20 7H4"/><path d="m8 21-4-4 4-4"/><path d="M4 17h16"/>',
  imports: '<path d="M12 3v12"/><path d="m7 10 5 5 5-5"/><path d="M4 17v4h16v-4"/>',
  performance: '<path d="M3 3v18h18"/><path d="m7 14 4-4 3 3 6-6"/>',
  income: '<circle cx="12" cy="12" r="9"/><path d="M15 8.5a4 4 0 1 0 0 7"/><path d="M7.5 11h5M7.5 13.5h4"/>',
  gains: '<path d="M4 21V4h11l5 5v12z"/><path d="M8 13h8M8 17h5"/>',
  allocation: '<path d="M21 12A9 9 0 1 1 12 3v9z"/>',
  costs: '<path d="M4 2v20l3-2 3 2 3-2 3 2 4-2V2z"/><path d="M8 8h8M8 13h8"/>',
  assets: '<circle cx="12" cy="12" r="9"/><path d="M3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18"/>',
  currencies: '<path d="M4 9h15l-4-4M20 15H5l4 4"/>',
  brokers: '<path d="M3 10 12 4l9 6M5 10v9M19 10v9M9.5 10v9M14.5 10v9M3 20h18"/>',
  settings: '<circle cx="12" cy="12" r="3"/><path d="M12 2v4M12 18v4M2 12h4M18 12h4M5 5l3 3M16 16l3 3M19 5l-3 3M8 16l-3 3"/>',
  files: '<path d="M6 3h8l5 5v13H6z"/><path d="M14 3v5h5"/>',
  jobs: '<circle cx="12" cy="12" r="9"/><path d="M12 7v5l3 2"/>',
  search: '<circle cx="11" cy="11" r="7"/><path d="m21 21-4.3-4.3"/>',
  eye: '<path d="M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12Z"/><circle cx="12" cy="12" r="3"/>',
  eyeOff:
    '<path d="M10.7 5.1C16 4.5 20 8.5 22 12c-.5.9-1.2 1.9-2.1 2.8M6.6 6.6C4.5 8 3 10 2 12c2 3.5 5.5 7 10 7 1.8 0 3.4-.5 4.9-1.4M3 3l18 18"/>',
  plus: '<path d="M12 5v14M5 12h14"/>',
  more: '<path d="M4 7h16M4 12h16M4 17h16"/>',
  check: '<path d="m5 12 5 5L20 7"/>',
  alert: '<path d="M12 4 2.5 20h19L12 4Z"/><path d="M12 10v4M12 17h.01"/>',
  info: '<circle cx="12" cy="12" r="9"/><path d="M12 11v5M12 8h.01"/>',
  undo: '<path d="M9 7 4 12l5 5"/><path d="M4 12h10a6 6 0 0 1 6 6v1"/>',
  trash: '<path d="M4 7h16M10 11v6M14 11v6M6 7l1 14h10l1-14M9 7V4h6v3"/>',
  edit: '<path d="M4 20h4L20 8l-4-4L4 16z"/>',
  download: '<path d="M12 4v11m0 0 5-5m-5 5-5-5M5 20h14"/>',
  people: '<circle cx="9" cy="8" r="4"/><path d="M2 21c0-4 3-7 7-7s7 3 7 7M16 4a4 4 0 0 1 0 8M22 21c0-3-1.5-5.5-4-6.5"/>',
  signOut: '<path d="M9 4H4v16h5M16 8l4 4-4 4M20 12H9"/>',
  lock: '<path d="M5 11h14v10H5zM8 11V7a4 4 0 0 1 8 0v4"/>',
  next: '<path d="M5 12h14M13 6l6 6-6 6"/>',
  refresh: '<path d="M20 11a8 8 0 0 0-14-5L3 9M3 4v5h5M4 13a8 8 0 0 0 14 5l3-3M21 20v-5h-5"/>',
} as const

export type IconName = keyof typeof PATHS

/** What stands inside the `<svg>` of an icon. The only markup that is not escaped: constants of this file. */
export function iconPaths(name: IconName) {
  return raw(PATHS[name])
}
