// The whole way with the client that oapi-codegen makes: prints what it found, as JSON.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"mime/multipart"
	"net/http"
	"net/http/cookiejar"
	"os"
	"strings"
	"time"

	"clients/holdfast"

	"github.com/oapi-codegen/runtime/types"
)

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	base, username, password, report := os.Args[1], os.Args[2], os.Args[3], os.Args[4]
	ctx := context.Background()
	jar, _ := cookiejar.New(nil)
	client, err := holdfast.NewClientWithResponses(base, holdfast.WithHTTPClient(&http.Client{Jar: jar}))
	check(err)
	_, err = client.RegisterWithResponse(ctx, holdfast.RegisterRequest{Username: username, Email: types.Email(username + "@example.org"), Password: password})
	check(err)
	_, err = client.LoginWithResponse(ctx, holdfast.LoginRequest{Username: username, Password: password})
	check(err)
	plugins, err := client.ListImportPluginsWithResponse(ctx)
	check(err)
	currency, amount := "EUR", "12.5"
	broker, err := client.CreateBrokerWithResponse(ctx, nil, holdfast.BrokerCreate{Name: "Harbour", Currency: &currency})
	check(err)
	id := broker.JSON201.Id
	day := types.Date{Time: time.Date(2024, 1, 2, 0, 0, 0, 0, time.UTC)}
	line, err := client.CreateTransactionWithResponse(ctx, nil, holdfast.TransactionCreate{BrokerId: id, Type: "DEPOSIT", Date: day, Amount: &amount, Currency: &currency})
	check(err)
	var form bytes.Buffer
	writer := multipart.NewWriter(&form)
	part, _ := writer.CreateFormFile("file", "report.csv")
	part.Write([]byte(report))
	writer.Close()
	imports := true
	stored, err := client.UploadReportWithBodyWithResponse(ctx, &holdfast.UploadReportParams{BrokerId: id, Import: &imports}, writer.FormDataContentType(), &form)
	check(err)
	brokers := []int{id}
	holdings, err := client.GetHoldingsWithResponse(ctx, &holdfast.GetHoldingsParams{BrokerIds: &brokers, Currency: &currency})
	check(err)
	csv, err := client.ListTransactionsCsvWithResponse(ctx, &holdfast.ListTransactionsCsvParams{BrokerIds: &brokers})
	check(err)
	found, _ := json.Marshal(map[string]any{
		"amount": line.JSON201.Amount, "nothing": line.JSON201.AssetId, "imported": stored.JSON201.Result.Imported,
		"cash": holdings.JSON200.Totals.Cash, "lines": strings.Count(string(csv.Body), "\n"), "plugins": len(*plugins.JSON200) > 0,
	})
	fmt.Println(string(found))
}
