/** What a field may hold; the server has the last word. */
export interface FieldLimits {
  /** letters, without spaces around them */
  minLength?: number
  maxLength?: number
  /** of a number */
  min?: number
  max?: number
  /** of a list */
  maxItems?: number
}

/** What is wrong with a text by its limits, in words; null: nothing, or nothing was typed. */
export function lengthProblem({ minLength = 0, maxLength }: FieldLimits, typed: string) {
  const { length } = typed.trim()
  if (length === 0) return null
  if (maxLength !== undefined && length > maxLength)
    return `不能超过 ${maxLength} 个字，现在有 ${length} 个字，请删减`
  return length < minLength ? `至少填写 ${minLength} 个字` : null
}
