import type { Written } from './written.ts'

/**
 * Moodle's GIFT: explanations and several right answers included, each worth an equal share. What GIFT has no room for stands in comments,
 * which our import reads and other platforms pass over.
 */
export function giftOf(questions: readonly Written[]): string {
  return questions.map(oneOf).join('\n')
}

function oneOf(question: Written): string {
  const { no, type, stem, options, explanation } = question
  const feedback = explanation ? `####${escaped(explanation)}\n` : ''
  const choices =
    type === 'JUDGE' ? (options[0]?.right ? 'TRUE' : 'FALSE') : `\n${choicesOf(type, options)}\n`
  return `${remarksOf(question)}::${no}::${escaped(stem)} {${choices}${feedback}}\n`
}

function remarksOf({ type, difficulty, order, tags }: Written): string {
  const remarks = [
    ...tags.map((tag) => `[tag:${tag}]`),
    `[difficulty:${difficulty}]`,
    ...(type === 'JUDGE' ? [] : [`[order:${order.toLowerCase()}]`]),
  ]
  return `// ${remarks.join(' ')}\n`
}

function choicesOf(type: Written['type'], options: Written['options']): string {
  const right = options.filter((option) => option.right).length
  const share = Math.round(100_000 / Math.max(1, right)) / 1000
  return options
    .map(({ text, right: isRight }) => {
      if (type === 'SINGLE') return `${isRight ? '=' : '~'}${escaped(text)}`
      return `~%${isRight ? share : -100}%${escaped(text)}`
    })
    .join('\n')
}

/** what a reader of GIFT would take for the text's format, or for the points of an option */
const readOtherwise = /^\s*(?:\[(?:html|moodle|plain|markdown)\]|%)/i

/** GIFT's own signs, and line ends, which would end the question. */
function escaped(text: string): string {
  const plain = text.replace(/[~=#{}:\\]/g, (sign) => `\\${sign}`).replace(/\n/g, '\\n')
  return readOtherwise.test(text) ? `[plain]${plain}` : plain
}
