/** What the bundler makes of files that are not code. */
declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>

  export { classes as default }
}
declare module '*.css'
declare module '*?raw' {
  const text: string

  export { text as default }
}
