export interface FieldLimits {
  minLength?: number
  maxLength?: number
  min?: number
  max?: number
  maxItems?: number
}

/** Length limits of the reason that most decisions need. */
export const reasonLimits = { minLength: 2, maxLength: 200 }

export function textLengthProblem({ minLength = 0, maxLength }: FieldLimits, typed: string) {
  const { length } = typed.trim()
  if (length === 0) return null
  if (maxLength !== undefined && length > maxLength) return `不能超过 ${maxLength} 个字，现在有 ${length} 个字，请删减`
  return length < minLength ? `至少填写 ${minLength} 个字` : null
}
