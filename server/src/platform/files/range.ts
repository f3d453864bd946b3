export interface ByteRange {
  /** both inclusive */
  start: number
  end: number
}

/**
 * The one stretch a Range header asks for (RFC 9110 §14). `whole`: no range, several, or one that
 * does not follow the grammar, which a server may ignore; `unsatisfiable`: beyond the end.
 */
export function rangeOf(
  header: string | undefined,
  size: number,
): ByteRange | 'whole' | 'unsatisfiable' {
  const match = /^bytes=[ \t]*(\d{0,15})-(\d{0,15})[ \t]*$/i.exec(header ?? '')
  const [first, last] = [match?.[1] ?? '', match?.[2] ?? '']
  if (!match || (!first && !last)) return 'whole'
  if (!first) {
    const count = Math.min(Number(last), size)
    return count === 0 ? 'unsatisfiable' : { start: size - count, end: size - 1 }
  }
  const start = Number(first)
  if (last && Number(last) < start) return 'whole'
  if (start >= size) return 'unsatisfiable'
  return { start, end: last ? Math.min(Number(last), size - 1) : size - 1 }
}
