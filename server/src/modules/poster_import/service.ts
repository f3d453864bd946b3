/** What other rooms use of imports: commands and seeds. */
export { checkPath, importPath, type PathImport } from './service/import-package.ts'
