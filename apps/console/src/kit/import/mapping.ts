export interface TableImportFields<Field extends string> {
  all: readonly Field[]
  words: Readonly<Record<Field, string>>
  hints?: Readonly<Partial<Record<Field, string>>>
  /** Groups of columns that the table needs; one column of each group is enough. */
  needed: readonly (readonly Field[])[]
}

type Mapping<Field> = readonly (Field | null)[]

export function missingColumnsText<Field extends string>(
  { needed, words }: Pick<TableImportFields<Field>, 'needed' | 'words'>,
  mapping: Mapping<Field>,
): string {
  const missing = needed.filter((group) => !group.some((field) => mapping.includes(field)))
  if (missing.length === 0) return ''
  const named = missing.map((group) => group.map((field) => words[field]).join('或'))
  return `还没有指定哪一列是${named.join('、')}`
}

export function assignColumn<Field>(mapping: Mapping<Field>, column: number, field: Field | null): (Field | null)[] {
  return mapping.map((one, index) => {
    if (index === column) return field
    return one === field ? null : one
  })
}
