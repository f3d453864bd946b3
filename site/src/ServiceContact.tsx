import { useSiteInfo } from './data.ts'
import { noContactText } from './no-contact.ts'
import { QrImages } from './QrImages.tsx'
import { toDialNumber } from './telephone.ts'

export function ServiceContact() {
  const site = useSiteInfo()
  return (
    <>
      {site?.phone && (
        <p>
          服务热线
          <br />
          <a className="float-phone" href={toDialNumber(site.phone)}>
            {site.phone}
          </a>
        </p>
      )}
      {site && <QrImages images={site.qrImages} />}
      {site?.wechatNumber && <p>公众号：{site.wechatNumber}</p>}
      {!site?.phone && !site?.wechatNumber && !site?.qrImages.length && <p>{noContactText(site)}</p>}
    </>
  )
}
