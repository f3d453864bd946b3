import { Button, Input, type InputProps } from 'antd'
import { type KeyboardEvent, useState } from 'react'
import classes from './PasswordInput.module.css'

/** Can show the password and warns about caps lock. */
export function PasswordInput(props: InputProps) {
  const [shown, setShown] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const watch = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  return (
    <>
      <Input
        {...props}
        type={shown ? 'text' : 'password'}
        spellCheck={false}
        autoCapitalize="off"
        onKeyDown={watch}
        onKeyUp={watch}
        onBlur={(event) => {
          setCapsLock(false)
          props.onBlur?.(event)
        }}
        suffix={
          <Button
            type="text"
            size="small"
            aria-pressed={shown}
            aria-label={shown ? '隐藏密码' : '显示密码'}
            onClick={() => setShown(!shown)}
          >
            {shown ? '隐藏' : '显示'}
          </Button>
        }
      />
      <span role="status" className={capsLock ? classes.hint : 'visually-hidden'}>
        {capsLock ? '大写锁定已打开' : ''}
      </span>
    </>
  )
}
