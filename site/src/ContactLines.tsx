export interface ContactLine {
  name: string
  value: string
  link?: string
}

export function ContactLines({ lines, className }: { lines: ContactLine[]; className?: string }) {
  return (
    <dl className={className}>
      {lines.map(({ name, value, link }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{link ? <a href={link}>{value}</a> : value}</dd>
        </div>
      ))}
    </dl>
  )
}
