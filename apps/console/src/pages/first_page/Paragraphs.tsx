import classes from './desks.module.css'

export function LegalTextParagraphs({ of }: { of: readonly string[] }) {
  return (
    <div className={classes.text}>
      {of.map((paragraph, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a published text never changes
        <p key={at}>{paragraph}</p>
      ))}
    </div>
  )
}
