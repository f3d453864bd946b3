console.debug('worker')
