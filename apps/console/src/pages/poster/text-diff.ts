export interface TextDiffLine {
  kind: 'same' | 'added' | 'removed'
  text: string
}

/**
 * Maximum number of line pairs to compare. Above it, all lines between the equal start and end count as replaced,
 * because comparing a long law would freeze the page.
 */
const mostPairs = 4_000_000

export function diffTextLines(before: readonly string[], after: readonly string[]): TextDiffLine[] {
  const shortest = Math.min(before.length, after.length)
  let head = 0
  while (head < shortest && before[head] === after[head]) head += 1
  let tail = 0
  while (tail < shortest - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1
  const one = before.slice(head, before.length - tail)
  const two = after.slice(head, after.length - tail)
  return [
    ...mark(before.slice(0, head), 'same'),
    ...(one.length * two.length > mostPairs ? [...mark(one, 'removed'), ...mark(two, 'added')] : middle(one, two)),
    ...mark(before.slice(before.length - tail), 'same'),
  ]
}

const mark = (lines: readonly string[], kind: TextDiffLine['kind']): TextDiffLine[] =>
  lines.map((text) => ({ kind, text }))

function middle(one: readonly string[], two: readonly string[]): TextDiffLine[] {
  const width = two.length + 1
  const longest = new Uint32Array((one.length + 1) * width)
  const at = (i: number, j: number) => longest[i * width + j] ?? 0
  for (let i = one.length - 1; i >= 0; i -= 1)
    for (let j = two.length - 1; j >= 0; j -= 1)
      longest[i * width + j] = one[i] === two[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  const lines: TextDiffLine[] = []
  let i = 0
  let j = 0
  while (i < one.length || j < two.length) {
    const [left, right] = [one[i], two[j]]
    if (left !== undefined && left === right) {
      lines.push({ kind: 'same', text: left })
      i += 1
      j += 1
    } else if (left !== undefined && (right === undefined || at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ kind: 'removed', text: left })
      i += 1
    } else {
      lines.push({ kind: 'added', text: right ?? '' })
      j += 1
    }
  }
  return lines
}

/** Replaces hidden lines by their number; `around` lines stay visible on each side of a change. */
export function collapseUnchangedLines(lines: readonly TextDiffLine[], around = 2): (TextDiffLine | number)[] {
  const near = new Set<number>()
  lines.forEach(({ kind }, index) => {
    if (kind === 'same') return
    for (let at = index - around; at <= index + around; at += 1) near.add(at)
  })
  const folded: (TextDiffLine | number)[] = []
  lines.forEach((line, index) => {
    const last = folded.at(-1)
    if (near.has(index)) folded.push(line)
    else if (typeof last === 'number') folded[folded.length - 1] = last + 1
    else folded.push(1)
  })
  return folded
}
