const google =
  'Google pide una clave propia, una sola vez: en la consola de Google Cloud cree un proyecto, active la API de este servicio y, en «API y servicios, Credenciales», cree un ID de cliente de OAuth del tipo «App de escritorio». Copie aquí sus dos valores. Después Google le pide su autorización.';
const appointment = {
  calendar: 'Calendario',
  title: 'Título',
  notes: 'Notas',
};
const caHelp =
  'Solo para un servidor propio cuyo certificado no firmó ninguna autoridad pública: pegue el PEM de su autoridad, o el suyo.';
const eventColumnHelp = 'Guarda el número del evento, para que nada se escriba dos veces.';
const column = { eventColumn: 'Columna del evento', fields: 'Columnas' };

/** What connectors, their actions and their fields are called. */
export const connectorsEs = {
  google_calendar: {
    name: 'Google Calendar',
    does: 'Pone las citas en un calendario de su cuenta de Google, las cambia y las quita de nuevo.',
    steps: google,
    actions: { sync_appointment: 'Mantener la cita en el calendario' },
    fields: { clientId: 'ID de cliente', clientSecret: 'Secreto de cliente', ...appointment },
    help: { clientId: 'Termina en .apps.googleusercontent.com.' },
  },
  google_sheets: {
    name: 'Hojas de cálculo de Google',
    does: 'Añade una fila a una hoja de cálculo de su cuenta de Google.',
    steps: `${google} Las hojas de cálculo necesitan además la API «Google Drive», para mostrar las suyas.`,
    actions: { append_row: 'Añadir una fila' },
    fields: {
      ...{ clientId: 'ID de cliente', clientSecret: 'Secreto de cliente' },
      ...{ spreadsheet: 'Archivo', sheet: 'Hoja', ...column },
    },
    help: {
      clientId: 'Termina en .apps.googleusercontent.com.',
      fields: 'Por los nombres de la primera fila; las que no existen se crean.',
      eventColumn: eventColumnHelp,
    },
  },
  spreadsheet: {
    name: 'Hoja de cálculo en este ordenador',
    does: 'Añade o cambia filas en un archivo de Excel (.xlsx) o .csv de una carpeta de este ordenador.',
    actions: { append_row: 'Añadir una fila', upsert_row: 'Añadir una fila o cambiar la que ya existe' },
    fields: {
      ...{ folder: 'Carpeta', workbook: 'Archivo', sheet: 'Hoja', ...column },
      keyColumn: 'Columna que identifica la fila',
    },
    help: {
      folder: 'Déjelo vacío para usar la carpeta de Frontdesk. Otras se permiten en «Carpetas para hojas de cálculo».',
      workbook: 'Termina en .xlsx o .csv. Se crea si no existe.',
      sheet: 'Déjelo vacío para usar la primera.',
      fields: 'Por los nombres de la primera fila; las que no existen se crean.',
      eventColumn: eventColumnHelp,
      keyColumn: 'Una de las columnas de arriba, como el teléfono: se cambia la fila con el mismo valor.',
    },
  },
  email: {
    name: 'Correo electrónico',
    does: 'Envía un correo desde su propia dirección, a usted o al cliente.',
    actions: { send_email: 'Enviar un correo' },
    fields: {
      ...{ host: 'Servidor de salida (SMTP)', port: 'Puerto', security: 'Cifrado' },
      ...{
        user: 'Usuario',
        password: 'Contraseña',
        from: 'Dirección del remitente',
        ca: 'Certificado en el que confiar',
      },
      ...{ to: 'Para', subject: 'Asunto', text: 'Texto', replyTo: 'Respuestas a' },
    },
    help: {
      host: 'Lo indica su proveedor de correo, como smtp.gmail.com.',
      port: 'Normalmente 465 con TLS, 587 con STARTTLS.',
      user: 'Casi siempre su dirección de correo.',
      password: 'Muchos proveedores piden aquí una contraseña de aplicación, no la habitual.',
      ca: caHelp,
      to: 'Una dirección o varias, separadas por comas.',
    },
    options: { security_tls: 'TLS', security_starttls: 'STARTTLS', security_none: 'Ninguno (solo dentro de su red)' },
  },
  caldav: {
    name: 'Otro calendario (CalDAV)',
    does: 'Mantiene las citas en iCloud, Nextcloud, Fastmail y otros calendarios que usan CalDAV.',
    actions: { sync_appointment: 'Mantener la cita en el calendario' },
    fields: { serverUrl: 'Dirección del servidor', user: 'Usuario', password: 'Contraseña', ...appointment },
    help: {
      serverUrl: 'Por ejemplo https://caldav.icloud.com.',
      password: 'Si entra en dos pasos, una contraseña de aplicación creada para esto.',
    },
  },
  ical_feed: {
    name: 'Calendario para suscribirse',
    does: 'Una dirección privada con la que cualquier programa de calendario muestra las citas, solo para leer.',
    fields: { aiAgentId: 'Citas de quién' },
    help: { aiAgentId: 'Uno de sus agentes de IA.' },
  },
  crm: {
    name: 'CRM de esta tienda',
    does: 'Crea tarjetas, las cambia de etapa y etiqueta contactos por sí solo. No necesita cuenta.',
    actions: {
      create_card: 'Crear una tarjeta',
      move_card: 'Cambiar de etapa la tarjeta del contacto',
      tag_contact: 'Etiquetar al contacto',
    },
    fields: {
      ...{ stageId: 'Etapa', title: 'Título de la tarjeta', value: 'Valor', tag: 'Etiqueta' },
      ...{ contactPhone: 'Teléfono del contacto', contactName: 'Nombre del contacto' },
    },
    help: { contactPhone: 'Casi todos los eventos ya lo indican.' },
  },
  notion: {
    name: 'Notion',
    does: 'Añade una página a una base de datos de Notion.',
    steps:
      'En Notion, en «Ajustes, Conexiones», cree una integración interna y copie aquí su secreto. Después abra allí la base de datos y dé acceso a la integración en «Conexiones».',
    actions: { create_page: 'Añadir una página a una base de datos' },
    fields: {
      ...{ token: 'Secreto', database: 'Base de datos', fields: 'Propiedades' },
      eventProperty: 'Propiedad del evento',
    },
    help: {
      fields: 'Propiedades de la base de datos, por los nombres que tienen allí.',
      eventProperty: 'Debe existir una propiedad de texto con este nombre, para que nada se escriba dos veces.',
    },
  },
  airtable: {
    name: 'Airtable',
    does: 'Añade o cambia registros en una tabla de Airtable.',
    steps:
      'En Airtable, en «Developer hub, Personal access tokens», cree un token con data.records:write y schema.bases:read para su base y cópielo aquí.',
    actions: { create_record: 'Añadir un registro', upsert_record: 'Añadir un registro o cambiar el que ya existe' },
    fields: {
      ...{ token: 'Token', base: 'Base', table: 'Tabla', fields: 'Campos' },
      ...{ eventField: 'Campo del evento', keyFields: 'Campos que identifican el registro' },
    },
    help: {
      fields: 'Campos de la tabla, por los nombres que tienen allí.',
      eventField: 'Debe existir un campo de texto con este nombre, para que nada se escriba dos veces.',
      keyFields: 'De uno a tres de los campos de arriba, como el teléfono. Pulse Intro después de cada uno.',
    },
  },
  database: {
    name: 'Base de datos (PostgreSQL)',
    does: 'Escribe filas en una tabla de una base de datos propia.',
    actions: { insert_row: 'Insertar una fila', upsert_row: 'Insertar una fila o cambiar la que ya existe' },
    fields: {
      ...{ host: 'Servidor', port: 'Puerto', database: 'Base de datos', user: 'Usuario', password: 'Contraseña' },
      ...{ tls: 'Cifrado (TLS)', ca: 'Certificado en el que confiar', table: 'Tabla', fields: 'Columnas' },
      ...{ eventColumn: 'Columna del evento', keyColumns: 'Columnas que identifican la fila' },
    },
    help: {
      tls: 'Desactívelo solo dentro de su propia red.',
      ca: caHelp,
      fields: 'Columnas de la tabla, por los nombres que tienen allí.',
      eventColumn: 'Una columna de texto con índice único, para que nada se escriba dos veces.',
      keyColumns: 'Columnas con índice único, entre las de arriba. Pulse Intro después de cada una.',
    },
  },
  http: {
    name: 'Otro programa (REST)',
    does: 'Llama a la dirección de un programa, con firma. Para quien programa.',
    actions: { send_event: 'Llamar a la dirección' },
    fields: {
      ...{ baseUrl: 'Dirección', signingSecret: 'Secreto de firma', headers: 'Cabeceras' },
      ...{ method: 'Método', path: 'Ruta', fields: 'Lo que se envía' },
    },
    help: {
      baseUrl: 'http o https.',
      signingSecret:
        'Al menos 16 caracteres. Con él el programa comprueba que la llamada viene de aquí (Standard Webhooks).',
      headers: 'Se envían en cada llamada, como Authorization.',
      path: 'Va detrás de la dirección.',
      fields: 'Nombres y valores del JSON. Sin ninguna línea se envía el evento entero.',
    },
  },
};
