import { platformTables, serverAreas } from '../../structure/areas.ts'
import type { CatalogObject } from './catalog.ts'

/** A file of server/schema shows the tables of one area, in the order of tools/structure/areas.ts. */
export const schemaAreas: { name: string; tables: string[] }[] = [
  ...serverAreas,
  { name: 'platform', tables: platformTables },
]

export function findAreaOfTable(table: string): string | undefined {
  return schemaAreas.find(({ tables }) => tables.includes(table))?.name
}

/**
 * A function, view, domain or sequence belongs to the area of most tables whose columns, indexes or triggers use it. If
 * no table uses it, it belongs to the area of the first table in its text, or in the text of a view that it calls or
 * that calls it. Otherwise it belongs to the platform.
 */
export function findAreaOfObject(other: CatalogObject, all: readonly CatalogObject[]): string {
  const users = other.usedBy.map(findAreaOfTable)
  const most = users.find((area) => users.filter((one) => one === area).length * 2 > users.length)
  if (users.length > 0) return most ?? 'platform'
  const near = all.filter((one) => one.kind === 'view' && (calls(other, one) || calls(one, other)))
  return [other, ...near].map(areaNamed).find((area) => area !== undefined) ?? 'platform'
}

const wordsOf = (text: string): string[] => text.match(/\w+/g) ?? []
const calls = (one: CatalogObject, other: CatalogObject) => wordsOf(one.head + one.body).includes(other.name)

function areaNamed({ head, body }: CatalogObject): string | undefined {
  // Remove the names of parameters, because a parameter may have the same name as a table.
  const words = wordsOf(head.replaceAll(/(\(|, )\w+ (?=\w)/g, '$1') + body)
  return words.map(findAreaOfTable).find((area) => area !== undefined)
}
