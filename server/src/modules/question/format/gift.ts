import type { Written } from './written.ts'

/** Moodle's GIFT: explanations and several right answers included, each worth an equal share. */
export function giftOf(questions: Written[]): string {
  return questions.map(oneOf).join('\n')
}

function oneOf({ no, type, stem, options, explanation, tags }: Written): string {
  const tagLine = tags.length > 0 ? `// ${tags.map((tag) => `[tag:${tag}]`).join(' ')}\n` : ''
  const feedback = explanation ? `####${escaped(explanation)}\n` : ''
  const choices =
    type === 'JUDGE' ? (options[0]?.right ? 'TRUE' : 'FALSE') : `\n${choicesOf(type, options)}\n`
  return `${tagLine}::${no}::${escaped(stem)} {${choices}${feedback}}\n`
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

/** GIFT's own signs, and line ends, which would end the question. */
function escaped(text: string): string {
  return text.replace(/[~=#{}:\\]/g, (sign) => `\\${sign}`).replace(/\r?\n/g, '\\n')
}
