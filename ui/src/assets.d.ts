/** What the bundler makes of files that are not code; it exports them as defaults. */
declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>
  // biome-ignore lint/style/noDefaultExport: the bundler's shape
  export default classes
}
declare module '*.css'
declare module '*?raw' {
  const text: string
  // biome-ignore lint/style/noDefaultExport: the bundler's shape
  export default text
}
