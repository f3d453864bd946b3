import { QueryContent } from '@ce/client/components/Loaded.tsx'
import { PersonAvatar } from '@ce/client/components/PersonAvatar.tsx'
import { useSession } from '@ce/client/session.ts'
import { profileQuery } from '@ce/client/student.ts'
import { portalVersionText } from '@ce/client/version.ts'
import { versionSwitchLink } from '@ce/contract/mobile'
import { CustomerServiceHelp } from '@ce/site/ServiceHelp.tsx'
import { Button, buttonClass } from '@ce/ui/Button.tsx'
import { Dialog } from '@ce/ui/Dialog.tsx'
import { useLargePrint } from '@ce/ui/large-print.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import card from '../../components/card.module.css'
import { ScreenLayout } from '../../components/Screen.tsx'
import { TabLinks } from '../../components/TabLinks.tsx'
import { useAppInstallation } from '../../install.ts'
import { paths } from '../../paths.ts'
import { NavigationIcon, type NavigationIconName } from '../../shells/icons.tsx'
import { useShell } from '../../shells/shell.ts'
import { PasswordSection } from './PasswordSection.tsx'
import { ProfileInfo } from './ProfileInfo.tsx'
import classes from './profile.module.css'
import { type ProfilePart, profilePartTitles, readProfilePart } from './profile-parts.ts'
import { SignOutButton } from './SignOutButton.tsx'

/** Without `activeName`, a phone shows a menu in place of the sidebar (docs/rules/screens.md#routes). */
export function ProfileScreen() {
  const [params] = useSearchParams()
  const shell = useShell()
  const part = readProfilePart(params, shell)
  return part ? <Account part={part} /> : <Hub />
}

function Account({ part }: { part: ProfilePart }) {
  const profile = useQuery(profileQuery())
  const onPhone = useShell() === 'phone'
  return (
    <ScreenLayout
      title={onPhone ? profilePartTitles[part] : profilePartTitles.info}
      back={paths.profile()}
      aside={
        !onPhone && (
          <Link className={buttonClass('quiet')} to={paths.privacy()}>
            个人信息与隐私
          </Link>
        )
      }
    >
      <TabLinks
        label="账号"
        tabs={[
          { to: paths.myInfo(), text: profilePartTitles.info, open: part === 'info' },
          { to: paths.password(), text: profilePartTitles.password, open: part === 'password' },
        ]}
      />
      <QueryContent query={profile}>
        {(data) => (part === 'password' ? <PasswordSection profile={data} /> : <ProfileInfo profile={data} />)}
      </QueryContent>
    </ScreenLayout>
  )
}

const business: readonly { to: string; text: string; mark: NavigationIconName }[] = [
  { to: paths.sign(), text: '继续教育报名', mark: 'sign' },
  { to: paths.orders(), text: '我的订单', mark: 'order' },
  { to: paths.invoices(), text: '我的发票', mark: 'apply' },
  { to: paths.reductions(), text: '学时减免', mark: 'reduction' },
  { to: paths.invitations(), text: '单位代缴', mark: 'person' },
  { to: paths.messages(), text: '站内消息', mark: 'message' },
]

const account = [
  { to: paths.password(), text: profilePartTitles.password },
  { to: paths.privacy(), text: '个人信息与隐私' },
]

function Hub() {
  const user = useSession()?.userInfo
  const [large, toggleLarge] = useLargePrint()
  return (
    <ScreenLayout title="我的" tab>
      {user && (
        <div className={card.rows}>
          <Link className={`${card.row} ${classes.person}`} to={paths.myInfo()}>
            <PersonAvatar person={user} size={56} />
            <span className={classes.who}>
              <strong>{user.name}</strong>
              <span className={card.quiet}>{user.phoneMasked}</span>
            </span>
            <span className={card.quiet}>{profilePartTitles.info}</span>
          </Link>
        </div>
      )}
      <nav className={card.card} aria-labelledby="business">
        <h2 id="business">业务办理</h2>
        <ul className={classes.tiles}>
          {business.map(({ to, text, mark }) => (
            <li key={to}>
              <Link to={to}>
                <NavigationIcon name={mark} size={24} />
                {text}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <section className={card.rows} aria-labelledby="account">
        <h2 id="account" className={card.rowsTitle}>
          账号与安全
        </h2>
        <ul>
          {account.map(({ to, text }) => (
            <li key={to}>
              <Link className={card.row} to={to}>
                {text}
              </Link>
            </li>
          ))}
        </ul>
      </section>
      <section className={card.rows} aria-labelledby="settings">
        <h2 id="settings" className={card.rowsTitle}>
          显示与帮助
        </h2>
        <ul>
          <li>
            <button type="button" className={card.row} aria-pressed={large} onClick={toggleLarge}>
              大字版
              <span className={card.quiet}>{large ? '已打开' : '已关闭'}</span>
            </button>
          </li>
          <li>
            <CustomerServiceHelp className={card.row} />
          </li>
          <InstallRow />
          <li>
            <a className={card.row} href={versionSwitchLink('desktop', paths.dashboard(), '')} rel="nofollow">
              电脑版
            </a>
          </li>
          <li>
            <Link className={card.row} to={paths.home()}>
              官网首页
            </Link>
          </li>
        </ul>
      </section>
      <SignOutButton />
      <p className={`${card.quiet} ${classes.version}`}>{portalVersionText}</p>
    </ScreenLayout>
  )
}

/** 添加到手机桌面, shown only where the browser can still install the site. */
function InstallRow() {
  const install = useAppInstallation()
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  if (!install) return null
  return (
    <li>
      <button type="button" className={card.row} onClick={() => (install === 'byHand' ? setOpen(true) : install.ask())}>
        添加到手机桌面
      </button>
      <Dialog open={open} title="添加到手机桌面" onClose={close} actions={<Button onClick={close}>知道了</Button>}>
        <p>请用 Safari 打开本站，点屏幕下方的“分享”，再点“添加到主屏幕”。</p>
        <p>之后可以从桌面直接打开，不用再输入网址。</p>
      </Dialog>
    </li>
  )
}
