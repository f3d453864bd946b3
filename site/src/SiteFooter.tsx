import type { SiteInfo } from '@ce/client/first_page.ts'

/** Organizer, address, e-mail, hotline, QR codes and technical support (specification §1); what is not set is left out. */
export function SiteFooter({ site }: { site: SiteInfo | undefined }) {
  const lines = [
    ['主办单位', site?.organizer],
    ['地址', site?.address],
    ['联系邮箱', site?.email],
    ['服务热线', site?.phone],
    ['公众号', site?.wechatNumber],
    ['技术支持', site?.techSupport],
  ].filter((line): line is [string, string] => Boolean(line[1]))
  return (
    <footer className="site-footer">
      <div className="site-width site-footer-row">
        <dl className="site-contact">
          {lines.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <ul className="site-qr">
          {site?.qrImages.map(({ title, url }) => (
            <li key={url}>
              <img src={url} alt={`${title}二维码`} width={96} height={96} loading="lazy" />
              <span>{title}</span>
            </li>
          ))}
        </ul>
      </div>
      {(site?.recordNumber || site?.policeRecordNumber) && (
        <p className="site-width site-record">
          {[site.recordNumber, site.policeRecordNumber].filter(Boolean).join('　')}
        </p>
      )}
    </footer>
  )
}
