/** What `db/json.ts`, `db/days.ts` and `inList` write: PostgreSQL has other words for these, and they stand in one place. */
const TRANSLATED = [
  /\(select value from json_each\(\+?\?\)\)/gi,
  /\(select (?:value ->> '\w+' as "\w+"(?:, )?)+ from json_each\(\+?\?\)\)/gi,
  /\bjson_each\(\+?\?\) as "\w+"/gi,
  /\bjson_each\((?:"\w+"\.)?"\w+"\) as \w+/gi,
  /\bdate\((?:"\w+"\.)?"\w+", '-6 days', 'weekday 1'\)/gi,
]

/** Forms that only SQLite has, or that mean something else in PostgreSQL. */
const FOREIGN: Readonly<Record<string, RegExp>> = {
  'a collation': /\bcollate\b/i,
  'JSON within a statement': /->|\bjson_\w+\(/i,
  'the hidden row id': /\b_?rowid_?\b|\boid\b/i,
  'a function of SQLite':
    /\b(?:strftime|julianday|unixepoch|datetime|date|time|ifnull|iif|instr|printf|group_concat|total_changes|changes|last_insert_rowid|typeof|hex|char|likely|unlikely)\(/i,
  'a conflict without its columns': /\binsert or\b|\breplace into\b|\bon conflict do\b/i,
  'an operator of SQLite': /==|\b(?:glob|regexp|match)\b|\bis (?:not )?\+?\?/i,
  'a numbered parameter': /\?\d/,
  'a flag as truth value': /[=>] ?(?:true|false)\b|\bis (?:not )?(?:true|false)\b/i,
  'the greater of two': /\b(?:max|min)\([^()]*,/i,
  'a comparison that ignores case': /(?<!\blower\((?:"?\w+"?\.)?"?\w+"?\)|_key"?) (?:not )?like\b/i,
  'an integer of 32 bits': /\bas int(?:eger)?\)/i,
  'no limit': /\blimit -/i,
  'a table name that is a keyword': /\b(?:from|join|into|update) user\b/i,
  'a bare parameter that is selected': /\bselect (?:[^()]*, )?\+?\?(?: as\b|,| from\b)/i,
}

/** Which of them a statement has. */
export function foreignForms(text: string): string[] {
  const rest = TRANSLATED.reduce((left, form) => left.replace(form, '(select 1)'), text)
  return Object.keys(FOREIGN).filter((name) => FOREIGN[name]?.test(rest))
}
