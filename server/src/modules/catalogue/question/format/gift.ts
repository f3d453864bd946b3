import type { ExportedQuestion } from './formats.ts'

/** Writes Moodle's GIFT format. Fields that GIFT lacks are in comments, which only our import reads. */
export function formatGift(questions: readonly ExportedQuestion[]): string {
  return questions.map(oneOf).join('\n')
}

function oneOf(question: ExportedQuestion): string {
  const { no, type, stem, options, explanation } = question
  const feedback = explanation ? `####${escaped(explanation)}\n` : ''
  const choices = type === 'JUDGE' ? (options[0]?.right ? 'TRUE' : 'FALSE') : `\n${choicesOf(type, options)}\n`
  return `${remarksOf(question)}::${no}::${escaped(stem)} {${choices}${feedback}}\n`
}

function remarksOf({ type, difficulty, order, tags }: ExportedQuestion): string {
  const remarks = [
    ...tags.map((tag) => `[tag:${tag}]`),
    `[difficulty:${difficulty}]`,
    ...(type === 'JUDGE' ? [] : [`[order:${order.toLowerCase()}]`]),
  ]
  return `// ${remarks.join(' ')}\n`
}

function choicesOf(type: ExportedQuestion['type'], options: ExportedQuestion['options']): string {
  const right = options.filter((option) => option.right).length
  const share = Math.round(100_000 / Math.max(1, right)) / 1000
  return options
    .map(({ text, right: isRight }) => {
      if (type === 'SINGLE') return `${isRight ? '=' : '~'}${escaped(text)}`
      return `~%${isRight ? share : -100}%${escaped(text)}`
    })
    .join('\n')
}

const readOtherwise = /^\s*(?:\[(?:html|moodle|plain|markdown)\]|%)/i

function escaped(text: string): string {
  const plain = text.replace(/[~=#{}:\\]/g, (sign) => `\\${sign}`).replace(/\n/g, '\\n')
  return readOtherwise.test(text) ? `[plain]${plain}` : plain
}
