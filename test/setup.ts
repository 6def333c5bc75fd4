process.env['TZ'] = 'UTC'
