const google =
  'O Google pede uma chave só sua, uma única vez: no console do Google Cloud, crie um projeto, ative a API deste serviço e, em “APIs e serviços, Credenciais”, crie um ID do cliente OAuth do tipo “App para computador”. Copie os dois valores para cá. Depois o Google pede a sua autorização.';
const appointment = {
  calendar: 'Agenda',
  title: 'Título',
  notes: 'Observações',
};
const caHelp =
  'Só para um servidor próprio cujo certificado nenhuma autoridade pública assinou: cole o PEM da autoridade dele, ou o dele.';
const eventColumnHelp = 'Guarda o número do evento, para que nada seja gravado duas vezes.';
const column = { eventColumn: 'Coluna do evento', fields: 'Colunas' };

/** What connectors, their actions and their fields are called. */
export const connectorsPt = {
  google_calendar: {
    name: 'Google Agenda',
    does: 'Coloca os agendamentos em uma agenda da sua conta Google, muda os horários e os retira de novo.',
    steps: google,
    actions: { sync_appointment: 'Manter o agendamento na agenda' },
    fields: { clientId: 'ID do cliente', clientSecret: 'Chave secreta do cliente', ...appointment },
    help: { clientId: 'Termina com .apps.googleusercontent.com.' },
  },
  google_sheets: {
    name: 'Planilhas Google',
    does: 'Acrescenta uma linha a uma planilha da sua conta Google.',
    steps: `${google} As Planilhas Google precisam também da API “Google Drive”, para mostrar as suas planilhas.`,
    actions: { append_row: 'Acrescentar uma linha' },
    fields: {
      ...{ clientId: 'ID do cliente', clientSecret: 'Chave secreta do cliente' },
      ...{ spreadsheet: 'Planilha', sheet: 'Aba', ...column },
    },
    help: {
      clientId: 'Termina com .apps.googleusercontent.com.',
      fields: 'Pelos nomes da primeira linha; as que não existem são criadas.',
      eventColumn: eventColumnHelp,
    },
  },
  spreadsheet: {
    name: 'Planilha neste computador',
    does: 'Acrescenta ou altera linhas em um arquivo do Excel (.xlsx) ou .csv em uma pasta deste computador.',
    actions: { append_row: 'Acrescentar uma linha', upsert_row: 'Acrescentar uma linha ou alterar a que já existe' },
    fields: {
      ...{ folder: 'Pasta', workbook: 'Arquivo', sheet: 'Aba', ...column },
      keyColumn: 'Coluna que identifica a linha',
    },
    help: {
      folder: 'Deixe vazio para usar a pasta do próprio Frontdesk. Outras são permitidas em “Pastas para planilhas”.',
      workbook: 'Termina com .xlsx ou .csv. É criado se não existir.',
      sheet: 'Deixe vazio para usar a primeira.',
      fields: 'Pelos nomes da primeira linha; as que não existem são criadas.',
      eventColumn: eventColumnHelp,
      keyColumn: 'Uma das colunas acima, como o telefone: a linha com o mesmo valor é alterada.',
    },
  },
  email: {
    name: 'E-mail',
    does: 'Envia um e-mail do seu próprio endereço, para você ou para o cliente.',
    actions: { send_email: 'Enviar um e-mail' },
    fields: {
      ...{ host: 'Servidor de saída (SMTP)', port: 'Porta', security: 'Criptografia' },
      ...{ user: 'Usuário', password: 'Senha', from: 'Endereço do remetente', ca: 'Certificado em que confiar' },
      ...{ to: 'Para', subject: 'Assunto', text: 'Texto', replyTo: 'Respostas para' },
    },
    help: {
      host: 'O seu provedor de e-mail informa, como smtp.gmail.com.',
      port: 'Em geral 465 com TLS, 587 com STARTTLS.',
      user: 'Quase sempre o seu endereço de e-mail.',
      password: 'Muitos provedores pedem aqui uma senha de app, e não a de sempre.',
      ca: caHelp,
      to: 'Um endereço ou vários, separados por vírgula.',
    },
    options: { security_tls: 'TLS', security_starttls: 'STARTTLS', security_none: 'Nenhuma (só dentro da sua rede)' },
  },
  caldav: {
    name: 'Outra agenda (CalDAV)',
    does: 'Mantém os agendamentos no iCloud, Nextcloud, Fastmail e outras agendas que usam CalDAV.',
    actions: { sync_appointment: 'Manter o agendamento na agenda' },
    fields: { serverUrl: 'Endereço do servidor', user: 'Usuário', password: 'Senha', ...appointment },
    help: {
      serverUrl: 'Por exemplo https://caldav.icloud.com.',
      password: 'Se você entra em duas etapas, uma senha de app criada para isto.',
    },
  },
  ical_feed: {
    name: 'Agenda para assinar',
    does: 'Um endereço privado pelo qual qualquer programa de agenda mostra os agendamentos, só para leitura.',
    fields: { aiAgentId: 'Agendamentos de quem' },
    help: { aiAgentId: 'Um dos seus agentes de IA.' },
  },
  crm: {
    name: 'CRM desta loja',
    does: 'Cria cartões, muda-os de etapa e põe etiquetas nos contatos sozinho. Não precisa de conta.',
    actions: {
      create_card: 'Criar um cartão',
      move_card: 'Mudar o cartão do contato de etapa',
      tag_contact: 'Pôr uma etiqueta no contato',
    },
    fields: {
      ...{ stageId: 'Etapa', title: 'Título do cartão', value: 'Valor', tag: 'Etiqueta' },
      ...{ contactPhone: 'Telefone do contato', contactName: 'Nome do contato' },
    },
    help: { contactPhone: 'Quase todo evento já o informa.' },
  },
  notion: {
    name: 'Notion',
    does: 'Acrescenta uma página a um banco de dados no Notion.',
    steps:
      'No Notion, em “Configurações, Conexões”, crie uma integração interna e copie o segredo dela para cá. Depois abra lá o banco de dados e dê acesso à integração em “Conexões”.',
    actions: { create_page: 'Acrescentar uma página a um banco de dados' },
    fields: {
      ...{ token: 'Segredo', database: 'Banco de dados', fields: 'Propriedades' },
      eventProperty: 'Propriedade do evento',
    },
    help: {
      fields: 'Propriedades do banco de dados, pelos nomes que têm lá.',
      eventProperty: 'Deve existir uma propriedade de texto com este nome, para que nada seja gravado duas vezes.',
    },
  },
  airtable: {
    name: 'Airtable',
    does: 'Acrescenta ou altera registros em uma tabela do Airtable.',
    steps:
      'No Airtable, em “Developer hub, Personal access tokens”, crie um token com data.records:write e schema.bases:read para a sua base e copie-o para cá.',
    actions: {
      create_record: 'Acrescentar um registro',
      upsert_record: 'Acrescentar um registro ou alterar o que já existe',
    },
    fields: {
      ...{ token: 'Token', base: 'Base', table: 'Tabela', fields: 'Campos' },
      ...{ eventField: 'Campo do evento', keyFields: 'Campos que identificam o registro' },
    },
    help: {
      fields: 'Campos da tabela, pelos nomes que têm lá.',
      eventField: 'Deve existir um campo de texto com este nome, para que nada seja gravado duas vezes.',
      keyFields: 'De um a três dos campos acima, como o telefone. Tecle Enter depois de cada um.',
    },
  },
  database: {
    name: 'Banco de dados (PostgreSQL)',
    does: 'Grava linhas em uma tabela de um banco de dados seu.',
    actions: { insert_row: 'Inserir uma linha', upsert_row: 'Inserir uma linha ou alterar a que já existe' },
    fields: {
      ...{ host: 'Servidor', port: 'Porta', database: 'Banco de dados', user: 'Usuário', password: 'Senha' },
      ...{ tls: 'Criptografado (TLS)', ca: 'Certificado em que confiar', table: 'Tabela', fields: 'Colunas' },
      ...{ eventColumn: 'Coluna do evento', keyColumns: 'Colunas que identificam a linha' },
    },
    help: {
      tls: 'Desligue só dentro da sua própria rede.',
      ca: caHelp,
      fields: 'Colunas da tabela, pelos nomes que têm lá.',
      eventColumn: 'Uma coluna de texto com índice único, para que nada seja gravado duas vezes.',
      keyColumns: 'Colunas com índice único, entre as de cima. Tecle Enter depois de cada uma.',
    },
  },
  http: {
    name: 'Outro programa (REST)',
    does: 'Chama o endereço de um programa, com assinatura. Para quem programa.',
    actions: { send_event: 'Chamar o endereço' },
    fields: {
      ...{ baseUrl: 'Endereço', signingSecret: 'Segredo de assinatura', headers: 'Cabeçalhos' },
      ...{ method: 'Método', path: 'Caminho', fields: 'O que é enviado' },
    },
    help: {
      baseUrl: 'http ou https.',
      signingSecret: 'Ao menos 16 caracteres. Com ele o programa confere que a chamada vem daqui (Standard Webhooks).',
      headers: 'Enviados em cada chamada, como Authorization.',
      path: 'Vem depois do endereço.',
      fields: 'Nomes e valores do JSON. Sem nenhuma linha, o evento inteiro é enviado.',
    },
  },
};
