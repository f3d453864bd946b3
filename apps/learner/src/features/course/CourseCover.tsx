import classes from './CourseCover.module.css'

export function CourseCover({ url }: { url: string | null }) {
  if (!url) return <div className={classes.cover} aria-hidden="true" />
  return <img className={classes.cover} src={url} alt="" loading="lazy" width={320} height={180} />
}
