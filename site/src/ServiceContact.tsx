import { useSiteInfo } from './data.ts'
import { noContact } from './no-contact.ts'
import { QrImages } from './QrImages.tsx'
import { telephone } from './telephone.ts'

/** How to reach customer service: hotline and QR codes (specification §1). */
export function ServiceContact() {
  const site = useSiteInfo()
  return (
    <>
      {site?.phone && (
        <p>
          服务热线
          <br />
          <a className="float-phone" href={telephone(site.phone)}>
            {site.phone}
          </a>
        </p>
      )}
      {site && <QrImages images={site.qrImages} />}
      {site?.wechatNumber && <p>公众号：{site.wechatNumber}</p>}
      {!site?.phone && !site?.wechatNumber && !site?.qrImages.length && <p>{noContact(site)}</p>}
    </>
  )
}
