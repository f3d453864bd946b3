import { ChallengeProgress } from '@ce/client/components/ChallengeProgress.tsx'
import { type SiteInfo, siteInfoQuery } from '@ce/client/first_page.ts'
import { callWithChallenge, useRegisterStudent } from '@ce/client/student.ts'
import { studentRegisterLimits } from '@ce/contract/generated/learner-limits'
import { agreementRequiredText } from '@ce/contract/person'
import { useMounted } from '@ce/site/use-mounted.ts'
import { Button } from '@ce/ui/Button.tsx'
import { Dialog } from '@ce/ui/Dialog.tsx'
import { CheckboxField } from '@ce/ui/form/choices.tsx'
import { FieldGroup } from '@ce/ui/form/Field.tsx'
import { FieldsForm } from '@ce/ui/form/FieldsForm.tsx'
import { PasswordField } from '@ce/ui/form/inputs.tsx'
import type { FormFields } from '@ce/ui/form/use-fields.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import card from '../../components/card.module.css'
import { useFields } from '../../form/use-fields.ts'
import { paths } from '../../paths.ts'
import classes from './door.module.css'
import { NewPasswordField, newPasswordCheck, repeatedPasswordCheck } from './NewPasswordField.tsx'
import { PersonField, personFieldProblem } from './PersonField.tsx'
import { type RegistrationFieldName, registrationFields } from './person-fields.ts'
import { openRedirect } from './redirect.ts'
import type { AgreementTick, RegisterValues } from './registration.ts'
import { currentAgreementTick, emptyRegistration, isOutdatedAgreement, toRegistrationInput } from './registration.ts'
import { SignInScreen } from './SignInScreen.tsx'

const { name, idNo, phone, certificateNo, employer } = studentRegisterLimits
const passwordOf = newPasswordCheck('密码')
const repeatedOf = repeatedPasswordCheck('密码')
const check = (field: RegistrationFieldName) => (typed: string, all: RegisterValues) =>
  personFieldProblem(registrationFields[field], typed, all)

export function RegisterScreen() {
  const { search } = useLocation()
  // The server renders the page without the query string, so read it after mounting.
  const carried = useMounted() ? search : ''
  const navigate = useNavigate()
  const fields = useFields<RegisterValues>(
    emptyRegistration,
    {
      name: check('name'),
      idNo: check('idNo'),
      certificateNo: check('certificateNo'),
      phone: check('phone'),
      password: (password, all) => passwordOf(password, all),
      repeated: (repeated, { password }) => repeatedOf(repeated, password),
      agreed: (agreed) => (agreed ? null : agreementRequiredText),
    },
    {
      draft: 'register',
      limits: { name, idNo, phone, certificateNo, employer },
      notKept: ['agreed'],
    },
  )
  const { site, send, solved, renewed } = useRegistration(fields)
  const submit = async (values: RegisterValues) => {
    await send(values)
    await openRedirect(search, navigate)
  }
  return (
    <SignInScreen title="学员注册" wide>
      <div className={classes.register}>
        <FieldsForm fields={fields} action="注册" submit={submit} progress={<ChallengeProgress share={solved} />}>
          <FieldGroup title="个人信息">
            <p className={card.quiet}>带 * 的为必填项</p>
            {(['name', 'idType', 'idNo', 'certificateNo', 'titleCode', 'employer'] as const).map((field) => (
              <PersonField key={field} of={fields} field={registrationFields[field]} />
            ))}
          </FieldGroup>
          <FieldGroup title="账号">
            <PersonField of={fields} field={registrationFields.phone} />
            <p className={card.quiet}>请设置密码，以后用手机号或证件号和密码登录。</p>
            <NewPasswordField of={fields} name="password" label="密码" required person={fields.values} />
            <PasswordField of={fields} name="repeated" label="再次输入密码" required autoComplete="new-password" />
          </FieldGroup>
          <Agreement of={fields} site={site} renewed={renewed} />
        </FieldsForm>
      </div>
      <p className={classes.links}>
        <span>
          已有账号？<Link to={paths.login() + carried}>直接登录</Link>
        </span>
      </p>
    </SignInScreen>
  )
}

/**
 * Ticking the box accepts the text versions of that moment, so newer versions untick the box and set `renewed`.
 * `solved` is the challenge's progress from 0 to 1.
 */
function useRegistration(fields: FormFields<RegisterValues>) {
  const { data: site } = useQuery(siteInfoQuery())
  const client = useQueryClient()
  const register = useRegisterStudent()
  const [solved, setSolved] = useState<number | null>(null)
  const [renewed, setRenewed] = useState(false)
  const ticked = useRef<AgreementTick>(null)
  const { agreed } = fields.values
  const askAgain = () => {
    fields.set('agreed', false)
    setRenewed(true)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a form's functions are new at every render
  useEffect(() => {
    const now = currentAgreementTick(ticked.current, agreed, site)
    ticked.current = now.tick
    if (now.renewed) askAgain()
    // Keep the message about new versions until the box is ticked again.
    else if (now.tick) setRenewed(false)
  }, [agreed, site])
  const send = async (values: RegisterValues) => {
    const read = ticked.current?.over
    if (!read) throw new Error('用户协议还没有加载，请检查网络后重试')
    const input = toRegistrationInput(values, read)
    try {
      await callWithChallenge((challenge) => register.mutateAsync({ ...input, challenge }), setSolved)
    } catch (error) {
      if (isOutdatedAgreement(error)) {
        askAgain()
        await client.invalidateQueries({ queryKey: siteInfoQuery().queryKey })
      }
      throw error
    } finally {
      setSolved(null)
    }
  }
  return { site, send, solved, renewed }
}

const titles = { agreement: '用户协议', privacy: '隐私政策' } as const
type TextName = keyof typeof titles

interface AgreementProps {
  of: FormFields<RegisterValues>
  site: SiteInfo | undefined
  /** True if the box was ticked for older versions of the texts. */
  renewed: boolean
}

/** Not ticked at first, because the student must read both texts. */
function Agreement({ of, site, renewed }: AgreementProps) {
  const [open, setOpen] = useState<TextName | null>(null)
  const close = () => setOpen(null)
  return (
    <div>
      <CheckboxField of={of} name="agreed" label="我已阅读并同意用户协议和隐私政策" />
      <p className={classes.texts}>
        点击阅读
        {(['agreement', 'privacy'] as const).map((text) => (
          <Button key={text} kind="text" onClick={() => setOpen(text)}>
            《{titles[text]}》
          </Button>
        ))}
      </p>
      <div role="status">{renewed && '用户协议或隐私政策刚刚更新，请阅读后再次勾选'}</div>
      <Dialog
        open={open !== null}
        title={open ? titles[open] : ''}
        onClose={close}
        actions={<Button onClick={close}>关闭</Button>}
      >
        {open && <Text name={open} site={site} />}
      </Dialog>
    </div>
  )
}

function Text({ name, site }: { name: TextName; site: SiteInfo | undefined }) {
  const version = site && (name === 'privacy' ? site.privacyVersion : site.agreementVersion)
  const paragraphs = site?.[name] ?? []
  return (
    <div className={classes.paragraphs}>
      {version && <p>版本：{version}</p>}
      {paragraphs.length === 0 && <p>全文尚未发布，请联系客服索取。</p>}
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </div>
  )
}
