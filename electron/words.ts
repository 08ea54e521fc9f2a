/** Every word that the shell shows. A language that lacks one does not compile. */
export interface Words {
  tray: {
    starting: string;
    stopped: string;
    channels: (connected: number, count: number) => string;
    paused: string;
    open: string;
    pauseSending: string;
    quit: string;
  };
  menu: {
    file: string;
    openDataFolder: string;
    startAtLogin: string;
    closeToTray: string;
    quit: string;
    edit: string;
    undo: string;
    redo: string;
    cut: string;
    copy: string;
    paste: string;
    selectAll: string;
    view: string;
    reload: string;
    zoomIn: string;
    zoomOut: string;
    resetZoom: string;
    fullScreen: string;
    window: string;
    minimize: string;
    close: string;
    help: string;
    apiReference: string;
    checkForUpdates: string;
    restartToUpdate: string;
    about: string;
  };
  notices: {
    handoff: (name: string) => string;
    handoffWithoutText: string;
    keepsRunning: string;
    noKeyStore: string;
    updateReady: string;
    updateReadyBody: (version: string) => string;
    noUpdate: string;
  };
  safeMode: {
    title: string;
    explanation: string;
    reason: string;
    logTitle: string;
    emptyLog: string;
    restart: string;
    openDataFolder: string;
    keyUnreadable: string;
  };
  chooseFolder: string;
}

const pt: Words = {
  tray: {
    starting: 'Iniciando…',
    stopped: 'Parado: veja a janela',
    channels: (connected, count) =>
      count === 0
        ? 'Nenhum canal ainda'
        : `${connected} de ${count} ${count === 1 ? 'canal conectado' : 'canais conectados'}`,
    paused: 'Envio pausado',
    open: 'Abrir o Frontdesk',
    pauseSending: 'Pausar o envio',
    quit: 'Sair',
  },
  menu: {
    file: 'Arquivo',
    openDataFolder: 'Abrir a pasta de dados',
    startAtLogin: 'Iniciar com o computador',
    closeToTray: 'Continuar na bandeja ao fechar a janela',
    quit: 'Sair do Frontdesk',
    edit: 'Editar',
    undo: 'Desfazer',
    redo: 'Refazer',
    cut: 'Recortar',
    copy: 'Copiar',
    paste: 'Colar',
    selectAll: 'Selecionar tudo',
    view: 'Exibir',
    reload: 'Recarregar',
    zoomIn: 'Ampliar',
    zoomOut: 'Reduzir',
    resetZoom: 'Tamanho original',
    fullScreen: 'Tela cheia',
    window: 'Janela',
    minimize: 'Minimizar',
    close: 'Fechar',
    help: 'Ajuda',
    apiReference: 'Referência da API',
    checkForUpdates: 'Procurar atualizações',
    restartToUpdate: 'Reiniciar para atualizar',
    about: 'Sobre o Frontdesk',
  },
  notices: {
    handoff: (name) => `${name} espera por você`,
    handoffWithoutText: 'A conversa foi passada para uma pessoa.',
    keepsRunning: 'O Frontdesk continua funcionando na bandeja. Para encerrar, escolha Sair.',
    noKeyStore:
      'Este computador não tem um cofre de senhas em uso: a chave dos seus dados fica em um arquivo que só o seu usuário lê.',
    updateReady: 'Atualização pronta',
    updateReadyBody: (version) => `A versão ${version} será instalada quando você sair do Frontdesk.`,
    noUpdate: 'Você já tem a versão mais recente.',
  },
  safeMode: {
    title: 'O Frontdesk não conseguiu iniciar',
    explanation: 'Ele parou várias vezes em dois minutos. Seus dados continuam onde estavam.',
    reason: 'Motivo',
    logTitle: 'Últimas linhas do registro',
    emptyLog: 'O registro está vazio.',
    restart: 'Tentar de novo',
    openDataFolder: 'Abrir a pasta de dados',
    keyUnreadable:
      'A chave dos seus dados não pôde ser lida do cofre de senhas deste computador. Desbloqueie o cofre e tente de novo, ou restaure um backup.',
  },
  chooseFolder: 'Escolher a pasta',
};

const en: Words = {
  tray: {
    starting: 'Starting…',
    stopped: 'Stopped: see the window',
    channels: (connected, count) =>
      count === 0 ? 'No channels yet' : `${connected} of ${count} ${count === 1 ? 'channel' : 'channels'} connected`,
    paused: 'Sending is paused',
    open: 'Open Frontdesk',
    pauseSending: 'Pause sending',
    quit: 'Quit',
  },
  menu: {
    file: 'File',
    openDataFolder: 'Open the data folder',
    startAtLogin: 'Start with the computer',
    closeToTray: 'Keep running in the tray when the window is closed',
    quit: 'Quit Frontdesk',
    edit: 'Edit',
    undo: 'Undo',
    redo: 'Redo',
    cut: 'Cut',
    copy: 'Copy',
    paste: 'Paste',
    selectAll: 'Select all',
    view: 'View',
    reload: 'Reload',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    resetZoom: 'Actual size',
    fullScreen: 'Full screen',
    window: 'Window',
    minimize: 'Minimize',
    close: 'Close',
    help: 'Help',
    apiReference: 'API reference',
    checkForUpdates: 'Check for updates',
    restartToUpdate: 'Restart to update',
    about: 'About Frontdesk',
  },
  notices: {
    handoff: (name) => `${name} is waiting for you`,
    handoffWithoutText: 'The conversation was handed to a person.',
    keepsRunning: 'Frontdesk keeps running in the tray. To end it, choose Quit.',
    noKeyStore:
      'This computer has no password store in use: the key of your data is kept in a file that only your user can read.',
    updateReady: 'An update is ready',
    updateReadyBody: (version) => `Version ${version} will be installed when you quit Frontdesk.`,
    noUpdate: 'You have the newest version.',
  },
  safeMode: {
    title: 'Frontdesk could not start',
    explanation: 'It stopped several times within two minutes. Your data are where they were.',
    reason: 'Reason',
    logTitle: 'Last lines of the log',
    emptyLog: 'The log is empty.',
    restart: 'Try again',
    openDataFolder: 'Open the data folder',
    keyUnreadable:
      'The key of your data could not be read from the password store of this computer. Unlock the store and try again, or restore a backup.',
  },
  chooseFolder: 'Choose the folder',
};

const es: Words = {
  tray: {
    starting: 'Iniciando…',
    stopped: 'Detenido: mira la ventana',
    channels: (connected, count) =>
      count === 0
        ? 'Todavía no hay canales'
        : `${connected} de ${count} ${count === 1 ? 'canal conectado' : 'canales conectados'}`,
    paused: 'Envío en pausa',
    open: 'Abrir Frontdesk',
    pauseSending: 'Pausar el envío',
    quit: 'Salir',
  },
  menu: {
    file: 'Archivo',
    openDataFolder: 'Abrir la carpeta de datos',
    startAtLogin: 'Iniciar con el ordenador',
    closeToTray: 'Seguir en la bandeja al cerrar la ventana',
    quit: 'Salir de Frontdesk',
    edit: 'Editar',
    undo: 'Deshacer',
    redo: 'Rehacer',
    cut: 'Cortar',
    copy: 'Copiar',
    paste: 'Pegar',
    selectAll: 'Seleccionar todo',
    view: 'Ver',
    reload: 'Recargar',
    zoomIn: 'Acercar',
    zoomOut: 'Alejar',
    resetZoom: 'Tamaño real',
    fullScreen: 'Pantalla completa',
    window: 'Ventana',
    minimize: 'Minimizar',
    close: 'Cerrar',
    help: 'Ayuda',
    apiReference: 'Referencia de la API',
    checkForUpdates: 'Buscar actualizaciones',
    restartToUpdate: 'Reiniciar para actualizar',
    about: 'Acerca de Frontdesk',
  },
  notices: {
    handoff: (name) => `${name} te espera`,
    handoffWithoutText: 'La conversación pasó a una persona.',
    keepsRunning: 'Frontdesk sigue funcionando en la bandeja. Para terminarlo, elige Salir.',
    noKeyStore:
      'Este ordenador no usa ningún almacén de contraseñas: la clave de tus datos queda en un archivo que solo tu usuario puede leer.',
    updateReady: 'Hay una actualización lista',
    updateReadyBody: (version) => `La versión ${version} se instalará cuando salgas de Frontdesk.`,
    noUpdate: 'Tienes la versión más reciente.',
  },
  safeMode: {
    title: 'Frontdesk no pudo iniciarse',
    explanation: 'Se detuvo varias veces en dos minutos. Tus datos siguen donde estaban.',
    reason: 'Motivo',
    logTitle: 'Últimas líneas del registro',
    emptyLog: 'El registro está vacío.',
    restart: 'Intentar de nuevo',
    openDataFolder: 'Abrir la carpeta de datos',
    keyUnreadable:
      'La clave de tus datos no se pudo leer del almacén de contraseñas de este ordenador. Desbloquea el almacén e inténtalo de nuevo, o restaura una copia de seguridad.',
  },
  chooseFolder: 'Elegir la carpeta',
};

export const languages = { pt, en, es };
export type Language = keyof typeof languages;

/** The language of a locale such as `pt-BR`; English for those that we do not speak. */
export function pickLanguage(locale: string): Language {
  const [code] = locale.toLowerCase().split(/[-_]/);
  return code === 'pt' || code === 'es' ? code : 'en';
}
