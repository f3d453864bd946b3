import { letterOf, placeOfLetter } from './question-options.ts'

const ownLetter = /^[(（]?([A-Ja-jＡ-Ｊａ-ｊ])(?:[)）]?[.、．:：]|[)）])\s*(?=\S)/

/** `A、B`: an option about others */
const onlyLetters = /^[A-Ja-jＡ-Ｊａ-ｊ\s.、．,，;；和及与()（）]+$/

/** Whether each of these options of a table begins with its own letter: its editor wrote them so. */
function bearLetters(options: readonly string[]): boolean {
  return options.every(
    (text, at) =>
      text === '' ||
      (placeOfLetter(ownLetter.exec(text)?.[1] ?? '') === at && !onlyLetters.test(text)),
  )
}

/** Options of columns of their own, without the letters that stand before each of them once more. */
export function withoutLetters(options: readonly string[]): string[] {
  return bearLetters(options) ? options.map((text) => text.replace(ownLetter, '')) : [...options]
}

/** The way back: options that bear letters of their own get another, so that theirs are not taken away. */
export function withLetters(options: readonly string[]): string[] {
  return bearLetters(options) ? options.map((text, at) => `${letterOf(at)}. ${text}`) : [...options]
}
