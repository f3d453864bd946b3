import { Loaded } from '@ce/client/components/Loaded.tsx'
import { nameColour, nameInitial } from '@ce/client/format.ts'
import { useSession } from '@ce/client/session.ts'
import { profileQuery } from '@ce/client/student.ts'
import { versionWords } from '@ce/client/version.ts'
import { versionLink } from '@ce/contract/mobile'
import { ServiceHelp } from '@ce/site/ServiceHelp.tsx'
import { Avatar } from '@ce/ui/Avatar.tsx'
import { Button, buttonClass } from '@ce/ui/Button.tsx'
import { Dialog } from '@ce/ui/Dialog.tsx'
import { useLargePrint } from '@ce/ui/large-print.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import card from '../../components/card.module.css'
import { Screen } from '../../components/Screen.tsx'
import { Tabs } from '../../components/Tabs.tsx'
import { useInstall } from '../../install.ts'
import { paths } from '../../paths.ts'
import { Mark, type MarkName } from '../../shells/marks.tsx'
import { useShell } from '../../shells/shell.ts'
import { LeaveButton } from './LeaveButton.tsx'
import { MyInfo } from './MyInfo.tsx'
import { PasswordPart } from './PasswordPart.tsx'
import classes from './profile.module.css'
import { type ProfilePart, partTitles, readProfilePart } from './profile-parts.ts'

/**
 * One's information, or with `activeName=2` the password (specification §2). A phone has no sidebar: without `activeName` it
 * shows the way to everything that is not studying.
 */
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
    <Screen
      title={onPhone ? partTitles[part] : partTitles.info}
      back={paths.profile()}
      aside={
        !onPhone && (
          <Link className={buttonClass('quiet')} to={paths.privacy()}>
            个人信息与隐私
          </Link>
        )
      }
    >
      <Tabs
        label="账号"
        tabs={[
          { to: paths.myInfo(), text: partTitles.info, open: part === 'info' },
          { to: paths.password(), text: partTitles.password, open: part === 'password' },
        ]}
      />
      <Loaded query={profile}>
        {(data) =>
          part === 'password' ? <PasswordPart profile={data} /> : <MyInfo profile={data} />
        }
      </Loaded>
    </Screen>
  )
}

const business: readonly { to: string; text: string; mark: MarkName }[] = [
  { to: paths.sign(), text: '继续教育报名', mark: 'sign' },
  { to: paths.orders(), text: '我的订单', mark: 'order' },
  { to: paths.invoices(), text: '我的发票', mark: 'apply' },
  { to: paths.reductions(), text: '学时减免', mark: 'reduction' },
  { to: paths.invitations(), text: '单位代缴', mark: 'person' },
  { to: paths.messages(), text: '站内消息', mark: 'message' },
]

const account = [
  { to: paths.password(), text: partTitles.password },
  { to: paths.privacy(), text: '个人信息与隐私' },
]

/** Who one is, and the way to everything that is not studying. */
function Hub() {
  const user = useSession()?.userInfo
  const [large, toggleLarge] = useLargePrint()
  return (
    <Screen title="我的" tab>
      {user && (
        <div className={card.rows}>
          <Link className={`${card.row} ${classes.person}`} to={paths.myInfo()}>
            <Avatar
              name={user.name}
              initial={nameInitial(user.name)}
              colour={nameColour(user.name)}
              url={user.avatarUrl}
              size={56}
            />
            <span className={classes.who}>
              <strong>{user.name}</strong>
              <span className={card.quiet}>{user.phoneMasked}</span>
            </span>
            <span className={card.quiet}>{partTitles.info}</span>
          </Link>
        </div>
      )}
      <nav className={card.card} aria-labelledby="business">
        <h2 id="business">业务办理</h2>
        <ul className={classes.tiles}>
          {business.map(({ to, text, mark }) => (
            <li key={to}>
              <Link to={to}>
                <Mark name={mark} size={24} />
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
            <Link className={card.row} to={paths.home()}>
              官网首页
            </Link>
          </li>
        </ul>
      </section>
      <LeaveButton />
      <p className={`${card.quiet} ${classes.version}`}>{versionWords}</p>
    </Screen>
  )
}

/** 添加到手机桌面, where the browser can do it and it is not done. */
function InstallRow() {
  const install = useInstall()
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  if (!install) return null
  return (
    <li>
      <button
        type="button"
        className={card.row}
        onClick={() => (install === 'byHand' ? setOpen(true) : install.ask())}
      >
        添加到手机桌面
      </button>
      <Dialog
        open={open}
        title="添加到手机桌面"
        onClose={close}
        actions={<Button onClick={close}>知道了</Button>}
      >
        <p>请用 Safari 打开本站，点屏幕下方的“分享”，再点“添加到主屏幕”。</p>
        <p>之后可以从桌面直接打开，不用再输入网址。</p>
      </Dialog>
    </li>
  )
}
