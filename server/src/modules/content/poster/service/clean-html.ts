/** This entry point is small, so that workers do not load the whole module. */
export { type CleanedHtml, cleanHtml } from '../html/clean.ts'
