export function moveEntry<Entry>(list: readonly Entry[], entry: Entry, by: -1 | 1): Entry[] {
  const from = list.indexOf(entry)
  const to = from + by
  const next = [...list]
  if (from < 0 || to < 0 || to >= list.length) return next
  next.splice(from, 1)
  next.splice(to, 0, entry)
  return next
}

/** Puts rows into the order of the ids; rows with unknown ids come last. */
export function sortByIds<Row extends { id: string }>(rows: readonly Row[], ids: readonly string[] | undefined): Row[] {
  if (!ids) return [...rows]
  const place = (row: Row) => (ids.includes(row.id) ? ids.indexOf(row.id) : ids.length)
  return rows.toSorted((a, b) => place(a) - place(b))
}
