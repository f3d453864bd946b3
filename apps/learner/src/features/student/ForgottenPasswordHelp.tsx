import { siteInfoQuery } from '@ce/client/first_page.ts'
import { noContact } from '@ce/site/no-contact.ts'
import { telephone } from '@ce/site/telephone.ts'
import { useQuery } from '@tanstack/react-query'
import classes from './ForgottenPasswordHelp.module.css'

/** Whom to call; staff issue a one-time initial password (product §4 Identity). */
export function ForgottenPasswordHelp() {
  const { data: site, isPending } = useQuery(siteInfoQuery())
  return (
    <div className={classes.help}>
      <p>
        {site?.phone ? (
          <>
            请拨打服务热线 <a href={telephone(site.phone)}>{site.phone}</a>
          </>
        ) : (
          '请联系客服'
        )}
        ，工作人员核实您的身份后会为您重置密码。
      </p>
      <p>您会得到一个一次性的初始密码，登录后请立即修改。</p>
      {site?.email && (
        <p>
          {site.phone ? '也可以' : '请'}发送邮件到 <a href={`mailto:${site.email}`}>{site.email}</a>
          。
        </p>
      )}
      {!isPending && !site?.phone && !site?.email && <p>{noContact(site)}</p>}
    </div>
  )
}
