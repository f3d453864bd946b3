import classes from './CourseCover.module.css'

/** A course's cover; the title stands beside it, so the picture itself is decoration. */
export function CourseCover({ url }: { url: string | null }) {
  if (!url) return <div className={classes.cover} aria-hidden="true" />
  return <img className={classes.cover} src={url} alt="" loading="lazy" width={320} height={180} />
}
