import type { SiteInfo } from './data.ts'

export function QrImages({ images }: { images: SiteInfo['qrImages'] }) {
  if (images.length === 0) return null
  return (
    <ul className="site-qr">
      {images.map(({ title, url }) => (
        <li key={url}>
          <img src={url} alt={`${title}二维码`} width={96} height={96} loading="lazy" />
          <span>{title}</span>
        </li>
      ))}
    </ul>
  )
}
