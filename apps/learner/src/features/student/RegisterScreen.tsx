import { ChallengeProgress } from '@ce/client/components/ChallengeProgress.tsx'
import { studentRegisterLimits } from '@ce/contract/learner-limits'
import { useMounted } from '@ce/site/use-mounted.ts'
import { Group } from '@ce/ui/form/Field.tsx'
import { FieldsForm } from '@ce/ui/form/FieldsForm.tsx'
import { PasswordField } from '@ce/ui/form/inputs.tsx'
import type { Fields } from '@ce/ui/form/use-fields.ts'
import { Link, useLocation, useNavigate } from 'react-router'
import card from '../../components/card.module.css'
import { Screen } from '../../components/Screen.tsx'
import { NewPasswordField, newPasswordCheck, repeatedCheck } from '../../form/NewPasswordField.tsx'
import { PersonField, problemOf } from '../../form/PersonField.tsx'
import { useFields } from '../../form/use-fields.ts'
import { paths } from '../../paths.ts'
import { Agreement, agreementCheck } from './Agreement.tsx'
import classes from './LoginScreen.module.css'
import { openRedirect } from './redirect.ts'
import { type RegisterFieldName, registerFields as words } from './register-fields.ts'
import { asTyped, emptyRegistration, type RegisterValues } from './register-values.ts'
import { useRegistration } from './use-registration.ts'

const { name, idNo, phone, certificateNo, employer } = studentRegisterLimits
const registerLimits = { name, idNo, phone, certificateNo, employer }
const requiredWords = '带 * 的为必填项'
const passwordOf = newPasswordCheck('密码')
const repeatedOf = repeatedCheck('密码')
const of = (name: RegisterFieldName) => (typed: string, all: RegisterValues) =>
  problemOf(words[name], typed, all)

/** Registration in one column: who one is, the account, the agreement. */
export function RegisterScreen() {
  const { search } = useLocation()
  // the server renders one page for every query
  const carried = useMounted() ? search : ''
  const navigate = useNavigate()
  const fields = useFields<RegisterValues>(
    emptyRegistration,
    {
      name: of('name'),
      idNo: of('idNo'),
      certificateNo: of('certificateNo'),
      phone: of('phone'),
      password: (password, all) => passwordOf(password, all),
      repeated: (repeated, { password }) => repeatedOf(repeated, password),
      agreed: agreementCheck,
    },
    { draft: 'register', limits: registerLimits, notKept: ['agreed'] },
  )
  const { site, send, solved, renewed } = useRegistration(fields.values.agreed, () =>
    fields.set('agreed', false),
  )
  const submit = async (values: RegisterValues) => {
    await send(asTyped(values))
    await openRedirect(search, navigate)
  }
  return (
    <Screen title="学员注册" back={paths.login() + carried}>
      <FieldsForm
        fields={fields}
        action="注册"
        submit={submit}
        progress={<ChallengeProgress share={solved} />}
      >
        <Who fields={fields} />
        <Group title="账号">
          <PersonField of={fields} field={words.phone} />
          <NewPasswordField
            of={fields}
            name="password"
            label="密码"
            required
            person={fields.values}
          />
          <PasswordField
            of={fields}
            name="repeated"
            label="再次输入密码"
            required
            autoComplete="new-password"
          />
        </Group>
        <Agreement of={fields} site={site} renewed={renewed} />
      </FieldsForm>
      <p className={classes.links}>
        <span>
          已有账号？<Link to={paths.login() + carried}>直接登录</Link>
        </span>
      </p>
    </Screen>
  )
}

function Who({ fields }: { fields: Fields<RegisterValues> }) {
  return (
    <Group title="个人信息">
      <p className={card.quiet}>{requiredWords}</p>
      <PersonField of={fields} field={words.name} />
      <PersonField of={fields} field={words.idType} />
      <PersonField of={fields} field={words.idNo} />
      <PersonField of={fields} field={words.certificateNo} />
      <PersonField of={fields} field={words.titleCode} />
      <PersonField of={fields} field={words.employer} />
    </Group>
  )
}
