import type { Permission } from '@ce/contract'

/** The keys whose permission is held, in the order of the table. */
export function openedBy<Key extends string>(
  table: Readonly<Record<Key, Permission>>,
  held: ReadonlySet<Permission>,
): Key[] {
  return keysOf(table).filter((key) => held.has(table[key]))
}

/** A table's keys are no others than those it is declared with. */
function keysOf<Key extends string>(table: Readonly<Record<Key, unknown>>): Key[] {
  return Object.keys(table) as Key[]
}
