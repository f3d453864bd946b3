/** The mapping with one column taken for a field, or for nothing; each field stays with one column. */
export function assigned<Field>(
  mapping: readonly (Field | null)[],
  column: number,
  field: Field | null,
): (Field | null)[] {
  return mapping.map((one, index) => {
    if (index === column) return field
    return one === field ? null : one
  })
}
