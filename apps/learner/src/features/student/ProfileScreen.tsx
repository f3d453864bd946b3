import { nameColour, nameInitial } from '@ce/client/format.ts'
import { useSession } from '@ce/client/session.ts'
import { versionWords } from '@ce/client/version.ts'
import { versionLink } from '@ce/contract/mobile'
import { ServiceHelp } from '@ce/site/ServiceHelp.tsx'
import { Avatar } from '@ce/ui/Avatar.tsx'
import { useLargePrint } from '@ce/ui/large-print.ts'
import { Link, useSearchParams } from 'react-router'
import card from '../../components/card.module.css'
import { Screen } from '../../components/Screen.tsx'
import { paths } from '../../paths.ts'
import { AccountScreen } from './AccountScreen.tsx'
import { accountTitles, readAccountPart } from './account-parts.ts'
import { InstallRow } from './InstallRow.tsx'
import { LeaveButton } from './LeaveButton.tsx'
import classes from './ProfileScreen.module.css'

/** 我的: the hub, or with `activeName` one's information (1) or the password (2) (specification §2). */
export function ProfileScreen() {
  const [params] = useSearchParams()
  const part = readAccountPart(params)
  return part ? <AccountScreen part={part} /> : <Hub />
}

/** Who one is, and the way to everything that is not studying. */
function Hub() {
  const user = useSession()?.userInfo
  const [large, toggleLarge] = useLargePrint()
  const links = [
    { to: paths.myInfo(), text: accountTitles.info },
    { to: paths.password(), text: accountTitles.password },
    { to: paths.sign(), text: '继续教育报名' },
    { to: paths.invitations(), text: '单位代缴' },
    { to: paths.orders(), text: '我的订单' },
    { to: paths.invoices(), text: '我的发票' },
    { to: paths.reductions(), text: '学时减免' },
    { to: paths.messages(), text: '消息' },
    { to: paths.privacy(), text: '个人信息与隐私' },
  ]
  return (
    <Screen title="我的" tab>
      {user && (
        <section className={classes.person} aria-label="当前账号">
          <Avatar
            name={user.name}
            initial={nameInitial(user.name)}
            colour={nameColour(user.name)}
            url={user.avatarUrl}
            size={56}
          />
          <div>
            <p className={classes.name}>{user.name}</p>
            <p className={card.quiet}>{user.phoneMasked}</p>
          </div>
        </section>
      )}
      <ul className={card.rows}>
        {links.map(({ to, text }) => (
          <li key={to}>
            <Link className={card.row} to={to}>
              {text}
            </Link>
          </li>
        ))}
      </ul>
      <ul className={card.rows}>
        <li>
          <button type="button" className={card.row} aria-pressed={large} onClick={toggleLarge}>
            大字版
            <span className={card.quiet}>{large ? '已打开' : '已关闭'}</span>
          </button>
        </li>
        <li>
          <ServiceHelp className={card.row} />
        </li>
        <InstallRow />
        <li>
          <a
            className={card.row}
            href={versionLink('desktop', paths.dashboard(), '')}
            rel="nofollow"
          >
            电脑版
          </a>
        </li>
        <li>
          <a className={card.row} href={paths.home()}>
            官网首页
          </a>
        </li>
      </ul>
      <LeaveButton />
      <p className={`${card.quiet} ${classes.version}`}>{versionWords}</p>
    </Screen>
  )
}
