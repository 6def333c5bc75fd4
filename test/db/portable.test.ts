import { expect, test } from 'bun:test'
import { foreignForms } from './portable.ts'

test('forms that PostgreSQL does not have are found in a statement', () => {
  const found = {
    'select "id" from "asset" order by symbol collate nocase': 'a collation',
    'select price_source ->> \'provider\' from "asset"': 'JSON within a statement',
    'select "id" from "asset" where exists (select 1 from json_tree("tags"))': 'JSON within a statement',
    'select "id" from "asset" order by rowid': 'the hidden row id',
    'select group_concat(date) from "price"': 'a function of SQLite',
    'insert or ignore into "price_slot" ("slot") values (?)': 'a conflict without its columns',
    'select "id" from "report" where "report_id" is ?': 'an operator of SQLite',
    'select "id" from "user" where "is_active" = true': 'a flag as truth value',
    'select max("a", "b") from "price"': 'the greater of two',
    'select "id" from "asset" where "name" like ?': 'a comparison that ignores case',
    'select "id" from user': 'a table name that is a keyword',
    'select +?, "date" from "price"': 'a bare parameter that is selected',
  }
  for (const [text, form] of Object.entries(found)) expect([text, foreignForms(text)]).toEqual([text, [form]])
})

test('what is written by the helpers of db is left to them', () => {
  const known = [
    'select "id" from "asset" where "id" in (select value from json_each(+?)) and lower("name") like +? escape \'\\\'',
    'select 1 from json_each("job"."broker_ids") AS concerned where "date" is distinct from +?',
    `insert into "price" ("date") select "date" from (select value ->> 'date' as "date" from json_each(+?)) as "given" where true`,
  ]
  for (const text of known) expect([text, foreignForms(text)]).toEqual([text, []])
})
