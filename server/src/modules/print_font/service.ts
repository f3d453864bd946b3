/** What other modules may use of print fonts: which letters can be printed, and how those look that staff's fonts drew. */
export {
  loadLetters,
  undrawnLetters,
  unprintableAmong,
  unprintableLetters,
  useLetters,
} from './service/letters.ts'
