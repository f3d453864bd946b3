import { optionIndexOfLetter, optionLetterOf } from './question-options.ts'

const ownLetter = /^[(（]?([A-Ja-jＡ-Ｊａ-ｊ])(?:[)）]?[.、．:：]|[)）])\s*(?=\S)/

/** Matches an option that only names other options by their letters, such as `A、B`. */
const onlyLetters = /^[A-Ja-jＡ-Ｊａ-ｊ\s.、．,，;；和及与()（）]+$/

/** True when each option begins with its own option letter. */
function bearLetters(options: readonly string[]): boolean {
  return options.every(
    (text, at) =>
      text === '' || (optionIndexOfLetter(ownLetter.exec(text)?.[1] ?? '') === at && !onlyLetters.test(text)),
  )
}

/** Removes the option letters that were also typed before options in separate columns. */
export function removeOptionLetters(options: readonly string[]): string[] {
  return bearLetters(options) ? options.map((text) => text.replace(ownLetter, '')) : [...options]
}

/** Adds a second option letter, so that removeOptionLetters keeps the first one. */
export function addProtectiveOptionLetters(options: readonly string[]): string[] {
  return bearLetters(options) ? options.map((text, at) => `${optionLetterOf(at)}. ${text}`) : [...options]
}
