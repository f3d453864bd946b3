import { formatTitle, nameColour, nameInitial } from '@ce/client/format.ts'

interface PortraitProps {
  name: string
  photoUrl: string | null
}

/** A person without a photo gets the first character of the name. */
export function Portrait({ name, photoUrl }: PortraitProps) {
  if (photoUrl) return <img className="portrait" src={photoUrl} alt="" width={96} height={96} loading="lazy" />
  return (
    <svg className="portrait" viewBox="0 0 96 96" aria-hidden="true">
      <rect width="96" height="96" fill={nameColour(name)} />
      <text x="48" y="63" textAnchor="middle" fill="#fff">
        {nameInitial(name)}
      </text>
    </svg>
  )
}

export function titleUnlessInSummary({ titleCode, summary }: { titleCode: number; summary: string }): string {
  const title = formatTitle(titleCode)
  return summary.includes(title) ? '' : title
}
