"""The whole way with the client that openapi-python-client makes: prints what it found, as JSON."""
import datetime, io, json, sys
from holdfast_python import Client, models
from holdfast_python.api.auth import login, register
from holdfast_python.api.brokers import create_broker
from holdfast_python.api.imports import list_import_plugins, upload_report
from holdfast_python.api.portfolio import get_holdings
from holdfast_python.api.transactions import create_transaction, list_transactions_csv
from holdfast_python.types import File

base, username, password, report = sys.argv[1:]
client = Client(base_url=base)
register.sync_detailed(client=client, body=models.RegisterRequest(username=username, email=f"{username}@example.org", password=password))
signed = login.sync_detailed(client=client, body=models.LoginRequest(username=username, password=password))
client = client.with_headers({"Cookie": signed.headers["set-cookie"].split(";")[0]})
plugins = list_import_plugins.sync(client=client)
broker = create_broker.sync(client=client, body=models.BrokerCreate(name="Harbour", currency="EUR"))
day = datetime.date(2024, 1, 2)
line = create_transaction.sync(client=client, body=models.TransactionCreate(
    broker_id=broker.id, type_=models.TransactionType.DEPOSIT, date=day, amount="12.5", currency="EUR"))
form = models.UploadReportForm(file=File(payload=io.BytesIO(report.encode()), file_name="report.csv", mime_type="text/csv"))
stored = upload_report.sync(client=client, broker_id=broker.id, import_=True, body=form)
holdings = get_holdings.sync(client=client, broker_ids=[broker.id], currency="EUR")
csv = list_transactions_csv.sync_detailed(client=client, broker_ids=[broker.id])
print(json.dumps({"amount": line.amount, "nothing": line.asset_id, "imported": stored.result.imported,
    "cash": holdings.totals.cash, "lines": len(csv.content.decode().splitlines()), "plugins": len(plugins) > 0}))
