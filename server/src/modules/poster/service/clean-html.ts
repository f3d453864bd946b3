/** For the scripts that read texts from outside in a process of their own: none of them loads the rest of the module. */
export { type Cleaned, cleanHtml } from '../html/clean.ts'
