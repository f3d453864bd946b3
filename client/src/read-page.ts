/** the wire takes no page beyond it */
const lastPage = 100_000

/** The page an address names; what names none, or one that no list has, is read as the first. */
export function readPage(text: string | null): number {
  const page = Number(text)
  return Number.isInteger(page) && page >= 1 && page <= lastPage ? page : 1
}
