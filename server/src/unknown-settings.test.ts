import { describe, expect, it } from 'vitest';
import { settingNames } from './settings.ts';
import { describeUnknownSettings } from './unknown-settings.ts';

describe('a variable that looks like a setting', () => {
  it.each([
    ['BACKUP_DIRECTORY', 'BACKUP_DIR'],
    ['BACKUPDIR', 'BACKUP_DIR'],
    ['backup_dir', 'BACKUP_DIR'],
    ['BACKUP_PASSPHRASE_FILES', 'BACKUP_PASSPHRASE_FILE'],
    ['TLS_CERT', 'TLS_CERT_FILE'],
    ['TLS_CERTIFICATE_FILE', 'TLS_CERT_FILE'],
    ['PUBLICURL', 'PUBLIC_URL'],
    ['PUBLIC_URI', 'PUBLIC_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['ADMIN_PASSWD', 'ADMIN_PASSWORD'],
    ['ADMIN_USER', 'ADMIN_USERNAME'],
    ['ADMIN_USERNAME_FILE', 'ADMIN_USERNAME'],
    ['TRUSTED_PROXY', 'TRUST_PROXY'],
    ['WORKER', 'WORKERS'],
    ['PUBLIC_SUBMIT_PER_MINUTES', 'PUBLIC_SUBMITS_PER_MINUTE'],
    ['DRAWBRIDGE_PORT', 'PORT'],
    ['SMPT_URL', 'SMTP_URL'],
    ['OICD_ISSUER', 'OIDC_ISSUER'],
    ['TRUST_PROXIES', 'TRUST_PROXY'],
    ['DB_URL', 'DATABASE_URL'],
  ])('%s is told to be %s', (name, meant) => {
    expect(describeUnknownSettings({ [name]: 'x' })).toEqual([
      `${name} is not a setting. Did you mean ${meant}?`,
    ]);
  });

  it('but like none in particular is named all the same', () => {
    expect(describeUnknownSettings({ BACKUP_TIME: '03:00' })).toEqual([
      'BACKUP_TIME is not a setting. The handbook for operators lists them all',
    ]);
  });
});

describe('nothing is said of', () => {
  it('settings, and names without a value', () => {
    const all = Object.fromEntries(settingNames.map((name) => [name, 'x']));
    expect(describeUnknownSettings({ ...all, BACKUP_DIRECTORY: '' })).toEqual([]);
  });

  it("what systems, shells, tools and other programs' containers have", () => {
    const ordinary = `
      PATH HOME USER LOGNAME SHELL TERM LANG LC_ALL TZ PWD OLDPWD SHLVL EDITOR HOSTNAME HOSTTYPE MAIL TMPDIR _
      DISPLAY COLORTERM SESSION_MANAGER DESKTOP_SESSION XDG_DATA_DIRS XDG_SESSION_ID XDG_RUNTIME_DIR SSH_TTY
      NODE_ENV NODE_OPTIONS NODE_VERSION NODE_EXTRA_CA_CERTS NODE_TLS_REJECT_UNAUTHORIZED NPM_TOKEN INIT_CWD
      npm_config_loglevel npm_config_host npm_package_version npm_lifecycle_event UV_THREADPOOL_SIZE NO_COLOR CI
      HTTP_PROXY HTTPS_PROXY NO_PROXY http_proxy https_proxy ALL_PROXY HTTP_PORT HTTPS_PORT SSL_CERT_FILE SSL_CERT_DIR
      PGHOST PGPORT PGUSER PGDATABASE PGPASSWORD POSTGRES_PASSWORD POSTGRES_USER DATABASE_USER DATABASE_HOST
      DATABASE_PASSWORD DATABASE_NAME DATABASE_SSL DATABASE_URL_UNPOOLED TEST_DATABASE_URL REDIS_URL SMTP_HOST
      SMTP_PORT DB_PORT APP_PORT APP_URL SITE_URL BASE_URL PUBLIC_KEY LOG_FORMAT LOG_DIR DOMAIN SECRET_KEY
      DATA_SOURCE ADMIN_EMAIL SESSION_SECRET COUNTRY_CODE STATE_DIRECTORY LOGS_DIRECTORY CREDENTIALS_DIRECTORY
      INVOCATION_ID JOURNAL_STREAM NOTIFY_SOCKET LISTEN_FDS MEMORY_PRESSURE_WATCH KUBECONFIG
      DRAWBRIDGE_WORKER_CONFIG DRAWBRIDGE_IMAGE`;
    const env = Object.fromEntries(ordinary.split(/\s+/).map((name) => [name, 'x']));
    expect(describeUnknownSettings(env)).toEqual([]);
  });

  it('what Kubernetes and Docker say about other services', () => {
    const links = {
      KUBERNETES_SERVICE_HOST: '10.0.0.1',
      DRAWBRIDGE_SERVICE_HOST: '10.0.0.2',
      DRAWBRIDGE_SERVICE_PORT: '80',
      DRAWBRIDGE_SERVICE_PORT_HTTP: '80',
      DRAWBRIDGE_PORT: 'tcp://10.0.0.2:80',
      DRAWBRIDGE_PORT_80_TCP: 'tcp://10.0.0.2:80',
      DRAWBRIDGE_PORT_80_TCP_ADDR: '10.0.0.2',
      BACKUP_SERVICE_HOST: '10.0.0.3',
      BACKUP_PORT: 'tcp://10.0.0.3:8080',
      METRICS_PORT_9090_TCP_PROTO: 'tcp',
    };
    expect(describeUnknownSettings(links)).toEqual([]);
  });
});
